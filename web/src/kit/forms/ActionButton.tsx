import { Button, Loader, type ButtonProps } from '@mantine/core'
import { useRef, useState, type ComponentPropsWithRef, type MouseEvent } from 'react'
import '../pages/page.css'
import { toast } from '../toasts.ts'

type Props = Omit<ButtonProps, 'loading' | 'disabled' | 'loaderProps'> &
  Pick<ComponentPropsWithRef<'button'>, 'type' | 'title' | 'autoFocus' | 'aria-label' | 'ref'> & {
    /** The work of a form that this button sends; work given as `onClick` is watched by the button itself. */
    isBusy?: boolean
    disabled?: boolean
    /** Handler whose promise keeps the button busy while pending; a toast shows why it failed. */
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  }

/**
 * A button of something that takes its time: it shows that, and ignores clicks while it is busy or disabled. It keeps
 * the keyboard's focus through both, which a button the browser disables loses.
 */
export function ActionButton({ isBusy = false, disabled = false, onClick, children, ...others }: Props) {
  const [isWorking, setWorking] = useState(false)
  const working = useRef(false)
  const isWaiting = isBusy || isWorking

  async function click(event: MouseEvent<HTMLButtonElement>) {
    if (isWaiting || disabled || working.current) return event.preventDefault()
    const work = onClick?.(event)
    if (!(work instanceof Promise)) return
    working.current = true
    setWorking(true)
    try {
      await work
    } catch (error) {
      toast((error as Error).message, 'bad')
    } finally {
      working.current = false
      setWorking(false)
    }
  }

  return (
    <Button
      {...others}
      {...(disabled ? { 'data-disabled': true } : {})}
      aria-disabled={disabled || isWaiting}
      aria-busy={isWaiting}
      onClick={(event: MouseEvent<HTMLButtonElement>) => void click(event)}
    >
      {isWaiting && <Loader className="button-wait" size={14} color="currentColor" aria-hidden />}
      <span className={isWaiting ? 'button-words waiting' : 'button-words'}>{children}</span>
    </Button>
  )
}
