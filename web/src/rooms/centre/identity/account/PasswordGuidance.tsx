import { IconCheck, IconPoint } from '@tabler/icons-react'
import { settingOf } from '../../../../wire/administered.ts'
import { useSession } from '../../../../wire/session.ts'

/** The guidance of the specification, word for word. */
export const GUIDANCE =
  'Use a mix of uppercase, lowercase, numbers and special characters; at least 12 characters; avoid common passwords; do not send PDFs with active links.'

const KINDS = [
  [/\p{Lu}/u, 'uppercase'],
  [/\p{Ll}/u, 'lowercase'],
  [/\d/, 'numbers'],
  [/[^\p{L}\d\s]/u, 'special characters'],
] as const

export function passwordChecks(password: string, rules: { length: number; kinds: number; username: string }) {
  const present = KINDS.filter(([pattern]) => pattern.test(password))
  const missing = KINDS.filter(([pattern]) => !pattern.test(password)).map(([, name]) => name)
  const name = rules.username.toLowerCase()
  return [
    { text: `At least ${rules.length} characters`, ok: password.length >= rules.length },
    {
      text:
        present.length >= rules.kinds || password === ''
          ? 'A mix of uppercase, lowercase, numbers and special characters'
          : `Still missing: ${missing.join(', ')}`,
      ok: present.length >= rules.kinds,
    },
    {
      text: 'Does not contain your user name',
      ok: password !== '' && (name === '' || !password.toLowerCase().includes(name)),
    },
    { text: 'Both entries match', ok: false },
  ]
}

/** Shows what a new password still lacks, while it is typed. The server rejects common passwords. */
export function PasswordGuidance({ password, again }: { password: string; again: string }) {
  const user = useSession((state) => state.user)
  const checks = passwordChecks(password, {
    length: settingOf('password.min_length', 12, user),
    kinds: settingOf('password.classes', 4, user),
    username: user?.username ?? '',
  })
  checks[3]!.ok = password !== '' && password === again
  return (
    <div className="guidance">
      <p>{GUIDANCE}</p>
      <ul>
        {checks.map(({ text, ok }) => (
          <li key={text} data-ok={ok}>
            {ok ? <IconCheck size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />}
            <span>{text}</span>
            <span className="visually-hidden">{ok ? ' (done)' : ' (missing)'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
