import { ForumLists } from './list/ForumLists.tsx'

/** Forum: topics of all categories. */
export const Component = () => <ForumLists category={null} />
