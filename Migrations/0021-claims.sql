-- The nutrition claims that a public recipe may carry, one bit for each, a stronger claim with the weaker ones that it
-- includes. Derived like the diets.
ALTER TABLE public_recipe ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
DROP INDEX public_recipe_facts;
CREATE INDEX public_recipe_facts ON public_recipe
    (diet_yes, allergen_no, diet_up_to_labels, allergen_up_to_labels, total_minutes, category_id, cuisine_id, claims);
