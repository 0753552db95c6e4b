import './page.css'

/** Why a list or a layer could not be read, in a line, and once more; nothing while it could. */
export function FaultLine(props: { fault: string | null; className?: string; again: () => unknown }) {
  const { fault, className = 'refusal', again } = props
  if (fault === null || fault === '') return null
  return (
    <p className={className} role="alert">
      {fault}{' '}
      <button type="button" className="link-button" onClick={() => void again()}>
        Try again
      </button>
    </p>
  )
}
