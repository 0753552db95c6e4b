import { IconAlertTriangle } from '@tabler/icons-react'
import { useFaultFocus } from '../../../../kit/pages/Refused.tsx'
import type { Fault } from '../../../../wire/use-answer.ts'

/** Why the form was not accepted; its place is kept, so nothing jumps when it speaks. */
export function LoginError({ text }: { text: string }) {
  return (
    <p className="login-refusal" role="alert">
      {text !== '' && (
        <>
          <IconAlertTriangle size={14} aria-hidden /> {text}
        </>
      )}
    </p>
  )
}

/** The same of a form whose fields say some of it themselves, which is not said again. */
export function FormError({ fault }: { fault: Fault | null }) {
  const { place, isShown } = useFaultFocus<HTMLDivElement>(fault)
  return (
    <div ref={place}>
      <LoginError text={isShown ? '' : (fault?.message ?? '')} />
    </div>
  )
}
