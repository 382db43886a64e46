-- Each line that is added looks for the item of the same food or text, and for its amount of the same recipe and unit.

CREATE INDEX shopping_item_by_food ON shopping_item (user_id, ingredient_id, text) WHERE ticked_at IS NULL;
CREATE INDEX shopping_part_by_sum ON shopping_part (item_id, recipe_id, unit);
