import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Publishes the height of an element as a property of the page, while the element is mounted. */
export function usePublishedHeight<T extends HTMLElement>(property: `--${string}`): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const publish = () => style.setProperty(property, `${element.offsetHeight}px`)
    publish()
    const sizes = new ResizeObserver(publish)
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      style.removeProperty(property)
    }
  }, [property])
  return ref
}
