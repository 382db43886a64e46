-- Which answers are unknown only because of products whose label decides, such as stock or chocolate: one bit for each
-- diet and allergen, as in `diet_yes` and `allergen_no`. Derived like those.
ALTER TABLE public_recipe ADD COLUMN diet_up_to_labels INTEGER NOT NULL DEFAULT 0;
ALTER TABLE public_recipe ADD COLUMN allergen_up_to_labels INTEGER NOT NULL DEFAULT 0;
