-- A number that moves with every change of what is public, so that what is reckoned over all of it can be kept.

INSERT INTO edition (name, number) VALUES ('public', 0);

CREATE TRIGGER public_recipe_added AFTER INSERT ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;

CREATE TRIGGER public_recipe_changed AFTER UPDATE ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;

CREATE TRIGGER public_recipe_removed AFTER DELETE ON public_recipe
BEGIN
    UPDATE edition SET number = number + 1 WHERE name = 'public';
END;
