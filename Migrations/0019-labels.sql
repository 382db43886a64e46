-- Which answers are unknown only because of products whose label decides, such as stock or chocolate: one bit for each
-- diet and allergen, as in `diet_yes` and `allergen_no`. Derived like those.
ALTER TABLE public_recipe ADD COLUMN diet_up_to_labels INTEGER NOT NULL DEFAULT 0;
ALTER TABLE public_recipe ADD COLUMN allergen_up_to_labels INTEGER NOT NULL DEFAULT 0;

-- Counting with these columns reads the narrow index too.
DROP INDEX public_recipe_facts;
CREATE INDEX public_recipe_facts ON public_recipe
    (diet_yes, allergen_no, diet_up_to_labels, allergen_up_to_labels, total_minutes, category_id, cuisine_id);
