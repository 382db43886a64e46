"""Pages of categories, cuisines and units for every_page.py, and the data they need."""

from visitor import Visitor

PAGES = {
    "categories": ("ada", "/admin/categories"),
    "cuisines": ("ada", "/admin/categories?kind=cuisine"),
    "category": ("ada", "/admin/categories/category/soup"),
    "category-merged": ("ada", "/admin/categories/category/snack"),
    "change-of-a-category": ("ada", "{change-category}"),
    "units": ("ada", "/admin/units"),
    "units-last-page": ("ada", "/admin/units?page=3"),
    "unit": ("ada", "/admin/units/cup"),
    "unit-of-ours": ("ada", "/admin/units/firkin"),
    "change-of-a-unit": ("ada", "{change-unit}"),
}
MISTAKES = {
    "new-category": (
        "ada", "/admin/categories", "/admin/categories",
        {"kind": "category", "name_en": "Soups", "name_ru": "kept"}, 422),
    "category": (
        "ada", "/admin/categories/category/soup", "/admin/categories/category/soup",
        {"name_en": "", "name_ru": "kept", "state": "refused"}, 422),
    "category-stale": (
        "ada", "/admin/categories/category/soup", "/admin/categories/category/soup", {"seen": "old"}, 409),
    "category-merged-nowhere": (
        "ada", "/admin/categories/category/soup", "/admin/categories/category/soup/merge", {"into": ""}, 422),
    "new-unit": (
        "ada", "/admin/units", "/admin/units",
        {"key": "Kept", "forms_en": "cups", "forms_ru": "томат", "factor": "x"}, 422),
    "unit": ("ada", "/admin/units/cup", "/admin/units/cup", {"forms_en": "", "forms_ru": "kept|", "factor": "0"}, 422),
    "unit-stale": ("ada", "/admin/units/cup", "/admin/units/cup", {"seen": "old"}, 409),
    "unit-that-stays": ("ada", "/admin/units/firkin", "/admin/units/firkin/remove", {}, 422),
}


def planted(alice: Visitor, ada: Visitor) -> tuple[str, str]:
    """Adds a merged category, a unit that is in use, and for each a change that waits for confirmation."""
    def draft(page: str, action: str, **fields: str) -> str:
        ada.go(page)
        return ada.draft(action, **fields)

    snack = "/admin/categories/category/snack"
    ada.change(draft(snack, snack + "/merge", into="starter") + "/confirm")
    firkin = {"key": "firkin", "forms_en": "firkin, firkins", "forms_ru": "фиркин", "kind": "volume", "factor": "40.9"}
    ada.change(draft("/admin/units", "/admin/units", **firkin) + "/confirm")
    alice.go("/recipes/new")
    alice.change("/recipes", title="Ale", ingredients_text="2 firkins water", step="Wait.")
    soup = "/admin/categories/category/soup"
    return draft(soup, soup, name_en="Soups and broths"), draft(
        "/admin/units/cup", "/admin/units/cup", factor="240", forms_en="cup, cups, kopp")
