import { useNavigate } from 'react-router'
import { elementAt } from '../../../../kit/focus-if-lost.ts'
import { useKeys } from '../../../../kit/use-keys.ts'
import { categoryLink, FORUM } from '../forum-links.ts'
import { WRITE } from '../write/draft-place.ts'
import { write, writingOf } from '../write/writing.store.ts'

/** Keys of a topic: j and k move through the posts, r q l b act on the one in focus, u leads back, / searches. */
export function useTopicKeys(category: { id: string; slug: string }) {
  const navigate = useNavigate()
  const press = (action: string) => () =>
    focusedPost()?.querySelector<HTMLButtonElement>(`[data-action=${action}]`)?.click()
  useKeys({
    j: () => focusPost(1),
    k: () => focusPost(-1),
    r: () =>
      focusedPost() === null
        ? document.querySelector<HTMLElement>('.forum-reply textarea')?.focus()
        : press('reply')(),
    q: press('quote'),
    l: press('like'),
    b: press('bookmark'),
    c: () => {
      const draft = `new:${category.id}`
      if (writingOf(draft).categoryId === null) write(draft, { categoryId: category.id })
      void navigate(`${categoryLink(category)}?${WRITE}=${draft}`)
    },
    u: () => void navigate(categoryLink(category)),
    '/': () => void navigate(`${FORUM}?find=1`),
  })
}

/** Returns the element of a post, or of the list of posts. */
export const postOrList = (number: number | undefined): HTMLElement | null =>
  elementAt(`.forum-post[aria-label^="#${number},"]`) ?? elementAt('.forum-topic .message-scroll')
/** Moves the focus from the field to a post, or to the list of posts. */
export const leaveField = (number: number | undefined): void => postOrList(number)?.focus()

const focusedPost = () => document.activeElement?.closest<HTMLElement>('.forum-post') ?? null

/** Moves the focus to the post below or above; first to the first one in sight. */
function focusPost(by: 1 | -1) {
  const list = document.querySelector<HTMLElement>('.forum-topic .message-scroll')
  const top = list?.getBoundingClientRect().top ?? 0
  const posts = [...document.querySelectorAll<HTMLElement>('.forum-post')].toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const focused = focusedPost()
  const next =
    focused === null
      ? posts.find((post) => post.getBoundingClientRect().bottom > top)
      : posts[posts.indexOf(focused) + by]
  next?.focus()
}
