import { Button } from '@mantine/core'
import { useState } from 'react'
import { saveFile } from '../../../../kit/save-file.ts'

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isSaved, setSaved] = useState(false)
  const text = `Recovery codes for Samudra. Each code works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="login-form">
      <p className="account-note">
        Store these codes outside this computer. Each code replaces a lost authenticator once. They are not
        shown again.
      </p>
      <ol className="factor-codes figures">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="account-buttons">
        <Button
          variant="default"
          onClick={() => {
            setSaved(true)
            void navigator.clipboard.writeText(text)
          }}
        >
          Copy
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setSaved(true)
            saveFile('samudra-recovery-codes.txt', 'text/plain', new TextEncoder().encode(text))
          }}
        >
          Download
        </Button>
        <Button variant={isSaved ? 'filled' : 'default'} onClick={onDone}>
          I have saved the codes
        </Button>
      </div>
    </div>
  )
}
