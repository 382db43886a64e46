-- The log of one kind of object in the order of its rows, so that filters and exports need no sorting.
CREATE INDEX audit_by_kind ON audit (object, id);
