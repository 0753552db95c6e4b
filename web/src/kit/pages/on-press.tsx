import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { fetchAhead, fetchCode } from './fetch-code.ts'
import { toast } from '../toasts.ts'

type Shown<Props> = (props: Props) => ReactNode
type Press = Pick<ComponentProps<'button'>, 'onClick' | 'aria-busy' | 'aria-expanded'>

/**
 * A button that opens a menu whose code is fetched when it is first pressed, or before, while nothing else is to do.
 * The fetched code contains the same button, and opens by `useOpened`.
 */
export function onPress<Props extends object>(
  Button: Shown<Props & Press>,
  load: () => Promise<Shown<Props>>,
): Shown<Props> {
  fetchAhead(load)
  return function Pressed(props: Props) {
    const [Menu, setMenu] = useState<Shown<Props> | null>(null)
    const [isBusy, setBusy] = useState(false)
    if (Menu !== null) return <Menu {...props} />
    const press = async () => {
      setBusy(true)
      try {
        const Come = await fetchCode(load)
        setMenu(() => Come)
      } catch (error) {
        toast((error as Error).message, 'bad')
      }
      setBusy(false)
    }
    return (
      <Button
        {...props}
        aria-busy={isBusy}
        aria-expanded={false}
        onClick={() => {
          if (!isBusy) void press()
        }}
      />
    )
  }
}

/** Opens a menu as it comes, and gives its button the focus back that it had. */
export function useOpened() {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    // The menu opens one frame later, so that it knows where the focus was.
    const frame = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return { button, opened, onChange: setOpened }
}
