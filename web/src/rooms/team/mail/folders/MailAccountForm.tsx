import { Button, Group, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { saveMailAccount, type MailAccount, type MailServerAddress } from '@samudra/contract/mail-accounts'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { call } from '../../../../wire/call.ts'
import { faultAt, useAction, type Fault } from '../../../../wire/use-answer.ts'

type Security = MailServerAddress['security']
const SECURITIES: { value: Security; label: string }[] = [
  { value: 'TLS', label: 'TLS' },
  { value: 'STARTTLS', label: 'STARTTLS' },
  { value: 'NONE', label: 'None' },
]
type Protocol = 'imap' | 'smtp'
/** Usual port of each kind of connection. */
const PORTS: Record<Protocol, Record<Security, number>> = {
  imap: { TLS: 993, STARTTLS: 143, NONE: 143 },
  smtp: { TLS: 465, STARTTLS: 587, NONE: 25 },
}
const TITLES: Record<Protocol, string> = { imap: 'Receiving (IMAP)', smtp: 'Sending (SMTP)' }
const FIELDS = ['name', 'address', 'username', 'password', 'imap', 'smtp']
const newServer = (protocol: Protocol): MailServerAddress => ({
  host: '',
  port: PORTS[protocol].TLS,
  security: 'TLS',
})
const hostFor = (protocol: Protocol, address: string) =>
  `${protocol}.${address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : 'example.org'}`

type Props = { account: MailAccount | null; onDone: () => void }
/** Adds an account on another server, or changes one. The server logs in to both servers before it saves. */
export function MailAccountForm({ account, onDone }: Props) {
  const [name, setName] = useState(account?.name ?? '')
  const [address, setAddress] = useState(account?.address ?? '')
  const [username, setUsername] = useState(account?.username ?? '')
  const [password, setPassword] = useState('')
  const [imap, setImap] = useState(account?.imap ?? newServer('imap'))
  const [smtp, setSmtp] = useState(account?.smtp ?? newServer('smtp'))
  const { run, isBusy, fault } = useAction(async () => {
    await call(saveMailAccount, {
      ...(account === null ? {} : { id: account.id }),
      ...(password === '' ? {} : { password }),
      name: name.trim(),
      address: address.trim(),
      username,
      imap,
      smtp,
    })
    onDone()
  })
  const isElsewhere = fault !== null && FIELDS.every((field) => faultAt(fault, field) === undefined)
  return (
    <Form
      className="mail-settings-form mail-account-form"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextInput
        label="Name of the mailbox"
        placeholder="Ministry"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        error={faultAt(fault, 'name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label="E-mail address"
        type="email"
        required
        withAsterisk={false}
        maxLength={254}
        value={address}
        error={faultAt(fault, 'address')}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        // Most servers take the address as the name of the user.
        onBlur={() => username === '' && setUsername(address.trim())}
      />
      <TextInput
        label="User name on the server"
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={254}
        value={username}
        error={faultAt(fault, 'username')}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        description={account === null ? undefined : 'Leave empty to keep the stored one.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        required={account === null}
        withAsterisk={false}
        maxLength={1000}
        value={password}
        error={faultAt(fault, 'password')}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <ServerFields protocol="imap" address={address} value={imap} onChange={setImap} fault={fault} />
      <ServerFields protocol="smtp" address={address} value={smtp} onChange={setSmtp} fault={fault} />
      {isElsewhere && (
        <p className="refusal" role="alert">
          {fault.message}
        </p>
      )}
      <Group gap="xs">
        <ActionButton type="submit" isBusy={isBusy}>
          Check and save
        </ActionButton>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <span className="dim" role="status">
          {isBusy && 'Logging in to both servers…'}
        </span>
      </Group>
    </Form>
  )
}

type ServerProps = {
  protocol: Protocol
  address: string
  value: MailServerAddress
  onChange: (value: MailServerAddress) => void
  fault: Fault | null
}
function ServerFields({ protocol, address, value, onChange, fault }: ServerProps) {
  const at = (field: keyof MailServerAddress) =>
    fault?.fields.find((one) => one.field === `${protocol}.${field}`)?.why
  // A refusal of the server itself belongs to none of its fields.
  const whole = fault?.fields.find(({ field }) => field === protocol)?.why
  const { security } = value
  return (
    <fieldset className="mail-account-server">
      <legend>{TITLES[protocol]}</legend>
      <TextInput
        label="Server"
        placeholder={hostFor(protocol, address)}
        required
        withAsterisk={false}
        maxLength={253}
        value={value.host}
        error={at('host')}
        onChange={({ currentTarget }) => onChange({ ...value, host: currentTarget.value })}
      />
      <Select
        label="Encryption"
        allowDeselect={false}
        data={SECURITIES}
        value={security}
        error={at('security')}
        onChange={(chosen) => {
          const next = chosen ?? security
          const port = value.port === PORTS[protocol][security] ? PORTS[protocol][next] : value.port
          onChange({ ...value, security: next, port })
        }}
      />
      <NumberInput
        label="Port"
        required
        withAsterisk={false}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        value={value.port}
        error={at('port')}
        onChange={(port) => onChange({ ...value, port: Number(port) })}
      />
      {whole !== undefined && (
        <p className="refusal" role="alert">
          {whole}
        </p>
      )}
      {security === 'NONE' && <p className="mail-account-warning">The password is sent unencrypted.</p>}
    </fieldset>
  )
}
