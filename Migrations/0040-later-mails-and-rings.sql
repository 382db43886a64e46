-- The event that an email is about, so that an email that waits can be withdrawn with its event.
ALTER TABLE outbox ADD COLUMN event TEXT CHECK (length(event) <= 100);
CREATE INDEX outbox_by_event ON outbox (event) WHERE event IS NOT NULL;

-- When the end of the timer is sent again to devices whose push service did not accept it, in UTC milliseconds.
ALTER TABLE cook_timer ADD COLUMN ring_again_at INTEGER;
CREATE INDEX cook_timer_again ON cook_timer (ring_again_at) WHERE ring_again_at IS NOT NULL;
