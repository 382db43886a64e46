-- A moderator decides on what the issue's page showed. When that changes, the issue has a new version, and a decision on the
-- older text is refused.

CREATE TRIGGER report_issue_review_changed AFTER UPDATE ON review
WHEN (new.stars, new.text, new.cooked, new.servings, new.changes, new.photo_id)
    IS NOT (old.stars, old.text, old.cooked, old.servings, old.changes, old.photo_id)
BEGIN
    UPDATE report_issue SET version = version + 1 WHERE kind = 'review' AND target_id = new.id AND state = 'open';
END;

CREATE TRIGGER report_issue_recipe_changed AFTER UPDATE OF live_revision_id ON recipe
WHEN new.live_revision_id IS NOT old.live_revision_id
BEGIN
    UPDATE report_issue SET version = version + 1 WHERE kind = 'recipe' AND target_id = new.id AND state = 'open';
END;

CREATE TRIGGER report_issue_profile_changed AFTER UPDATE ON profile
WHEN (new.bio, new.photo_id) IS NOT (old.bio, old.photo_id)
BEGIN
    UPDATE report_issue SET version = version + 1 WHERE kind = 'user' AND target_id = new.user_id AND state = 'open';
END;

CREATE TRIGGER report_issue_profile_made AFTER INSERT ON profile
BEGIN
    UPDATE report_issue SET version = version + 1 WHERE kind = 'user' AND target_id = new.user_id AND state = 'open';
END;

CREATE TRIGGER report_issue_name_changed AFTER UPDATE OF username, display_name ON user
WHEN (new.username, new.display_name) IS NOT (old.username, old.display_name)
BEGIN
    UPDATE report_issue SET version = version + 1 WHERE kind = 'user' AND target_id = new.id AND state = 'open';
END;
