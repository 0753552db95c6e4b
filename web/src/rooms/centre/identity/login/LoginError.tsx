import { IconAlertTriangle } from '@tabler/icons-react'
import { useFaultFocus } from '../../../../kit/pages/Refused.tsx'
import type { Fault } from '../../../../wire/use-answer.ts'

/** Shows why the form was not accepted; its place is reserved, so nothing jumps when text appears. */
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

/** Shows the same for a form whose fields show part of the fault, which is not repeated. */
export function FormError({ fault }: { fault: Fault | null }) {
  const { place, isShown } = useFaultFocus<HTMLDivElement>(fault)
  return (
    <div ref={place}>
      <LoginError text={isShown ? '' : (fault?.message ?? '')} />
    </div>
  )
}
