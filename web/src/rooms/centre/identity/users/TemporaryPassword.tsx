import { Button, CopyButton } from '@mantine/core'

/** Shows a password generated for a user, once. */
export function TemporaryPassword(props: { username: string; password: string; onDone: () => void }) {
  return (
    <div className="login-form">
      <p className="account-note">
        The temporary password of <strong>{props.username}</strong>. Hand it over by a way of its own; it is
        not shown again, and must be changed at the first login.
      </p>
      <code className="factor-secret">{props.password}</code>
      <div className="account-buttons">
        <CopyButton value={props.password}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={props.onDone}>Done</Button>
      </div>
    </div>
  )
}
