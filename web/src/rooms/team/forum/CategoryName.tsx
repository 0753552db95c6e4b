import type { ForumCategory } from '@samudra/contract/forum'

/** Name of a category with its colour. */
export const CategoryName = ({ category }: { category: Pick<ForumCategory, 'name' | 'color'> }) => (
  <span className="forum-category">
    <span className="forum-swatch" style={{ background: category.color }} />
    {category.name}
  </span>
)
