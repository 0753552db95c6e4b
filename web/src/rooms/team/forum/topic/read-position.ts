import { markForumRead } from '@samudra/contract/forum-reading'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { call } from '../../../../wire/call.ts'

const EVERY_MS = 1000

/** Follows which posts are in sight: the last of them is the place, and what was seen is read. */
export class ReadPosition {
  readonly #topicId: string
  readonly #onPlace: (number: number) => void
  readonly #seen = new Map<Element, number>()
  readonly #observer: IntersectionObserver | null
  readonly #timer: ReturnType<typeof setInterval>
  #read: number
  #stored: number

  constructor(topicId: string, read: number, onPlace: (number: number) => void) {
    this.#topicId = topicId
    this.#onPlace = onPlace
    this.#read = this.#stored = read
    this.#observer =
      'IntersectionObserver' in globalThis
        ? new IntersectionObserver((entries) => this.#look(entries), { threshold: [0, 0.5] })
        : null
    this.#timer = setInterval(() => this.store(), EVERY_MS)
  }

  /** Follows the element of a post; returns how to stop. */
  follow(element: Element, number: number): () => void {
    this.#numbers.set(element, number)
    this.#observer?.observe(element)
    return () => {
      this.#observer?.unobserve(element)
      this.#numbers.delete(element)
      this.#seen.delete(element)
    }
  }
  readonly #numbers = new Map<Element, number>()

  #look(entries: readonly IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of entries) {
      const number = this.#numbers.get(target)
      if (isIntersecting && number !== undefined) this.#seen.set(target, number)
      else this.#seen.delete(target)
    }
    const last = Math.max(0, ...this.#seen.values())
    if (last === 0) return
    this.#onPlace(last)
    if (document.visibilityState === 'visible') this.#read = Math.max(this.#read, last)
  }

  store(): void {
    if (this.#read <= this.#stored) return
    const number = (this.#stored = this.#read)
    call(markForumRead, { id: this.#topicId, number }).catch(() => {
      this.#stored = Math.min(this.#stored, number - 1)
    })
  }
  close(): void {
    clearInterval(this.#timer)
    this.store()
    this.#observer?.disconnect()
  }
}

export const ReadContext = createContext<ReadPosition | null>(null)

/** Opens the read position of a topic; null until the reader's own is known. */
export function useReadPosition(topicId: string, read: number | undefined) {
  const [place, setPlace] = useState(0)
  const [position, setPosition] = useState<ReadPosition | null>(null)
  const isKnown = read !== undefined
  const start = useRef(read)
  useEffect(() => {
    start.current = read
  })
  useEffect(() => {
    if (!isKnown) return undefined
    const opened = new ReadPosition(topicId, start.current ?? 0, setPlace)
    setPosition(opened)
    return () => opened.close()
  }, [topicId, isKnown])
  return { place, position }
}

/** Returns the ref of an element that is followed as a post of a number. */
export function useSeen(number: number) {
  const position = use(ReadContext)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (element.current === null || position === null) return undefined
    return position.follow(element.current, number)
  }, [position, number])
  return element
}
