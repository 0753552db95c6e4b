import { create } from 'zustand'
import { useEffect, useState, type ReactNode } from 'react'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { fetchAhead, fetchCode, Unfetched, UNFETCHED_WORDS } from './fetch-code.ts'
import { FaultLine } from './FaultLine.tsx'
import './later.css'

type Shown<Props> = (props: Props) => ReactNode
/** Loader of code: returns a component by its exported name. */
type Load<Props> = () => Promise<Shown<Props>>
type More<Props> = {
  /** Hook that returns true once the part is first wanted; from then on the part stays and closes by itself. */
  isWanted?: (props: Props) => boolean
  /** Component shown while the code is loading; a line in its place by default. */
  Meanwhile?: Shown<Props>
}

const always = () => true
/** Grows with each part that has come. */
const useCome = create(() => ({ count: 0 }))

/**
 * Returns a part of the screen whose code is fetched when it is first shown, or earlier while the page is idle. Its
 * place shows that it is loading, or that loading failed.
 */
export function later<Props extends object>(
  load: Load<Props>,
  more: More<Props> = {},
): Shown<Props> & { fetch: () => Promise<unknown> } {
  const { isWanted: useWanted = always, Meanwhile = InItsPlace } = more
  const held: { Part: Shown<Props> | null } = { Part: null }
  const fetch = async () => {
    held.Part ??= await load()
    useCome.setState(({ count }) => ({ count: count + 1 }))
    return held.Part
  }
  fetchAhead(fetch)

  function Fetching(props: Props): ReactNode {
    const [Part, setPart] = useState(() => held.Part)
    const [fault, setFault] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Part !== null || fault !== null) return undefined
      let isGone = false
      fetchCode(fetch).then(
        (come) => !isGone && setPart(() => come),
        (error: unknown) => !isGone && setFault({ error }),
      )
      return () => {
        isGone = true
      }
    }, [Part, fault])
    if (Part !== null) return <Part {...props} />
    if (fault === null) return <Meanwhile {...props} />
    if (!(fault.error instanceof Unfetched)) throw fault.error
    return <FaultLine className="later" fault={UNFETCHED_WORDS.part} again={() => setFault(null)} />
  }

  function Later(props: Props) {
    const isWanted = useWanted(props)
    // One that has come takes its place at once, so that it sees itself open.
    const isHere = useCome(() => held.Part !== null)
    const [wasWanted, setWasWanted] = useState(isWanted)
    if (isWanted && !wasWanted) setWasWanted(true)
    return isWanted || wasWanted || isHere ? <Fetching {...props} /> : null
  }
  return Object.assign(Later, { fetch })
}

function InItsPlace() {
  return (
    <p className="later" role="status">
      {MESSAGES.loading}
    </p>
  )
}
