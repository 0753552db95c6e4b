import { IconAlertTriangle } from '@tabler/icons-react'

/** Why the form was not accepted; its place is kept, so nothing jumps when it speaks. */
export function Refusal({ text }: { text: string }) {
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
