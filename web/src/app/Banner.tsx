import { CLOCK_COMPONENT, systemUtilization } from '@samudra/contract/system'
import { IconClockExclamation, IconInfoCircle, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { usePush } from '../wire/push.ts'
import { useSession } from '../wire/session.ts'

/** What the administrators tell everybody, that the system is being worked on, and that its clock is in doubt. */
export function Banner() {
  const settings = useSession((state) => state.user?.adminSettings)
  const clock = useClockTrouble()
  const said = settings?.['system.banner']
  const text = typeof said === 'string' ? said : ''
  const isMaintained = settings?.['system.maintenance'] === true
  if (isSecureContext && !isMaintained && text === '' && clock === null) return null
  return (
    <div className="home-banner" role="status">
      {isMaintained ? <IconTool size={15} aria-hidden /> : <BannerIcon isClock={clock !== null} />}
      {isMaintained && <strong>Maintenance: only administrators work now.</strong>}
      {!isSecureContext && (
        <strong>This connection is not protected: open the https address of this server.</strong>
      )}
      {clock !== null && <strong>{clock}</strong>}
      {text !== '' && <span>{text}</span>}
    </div>
  )
}

const BannerIcon = ({ isClock }: { isClock: boolean }) =>
  isClock ? <IconClockExclamation size={15} aria-hidden /> : <IconInfoCircle size={15} aria-hidden />

/** What the server says of its machine's clock while it departs from the server's time. */
function useClockTrouble(): string | null {
  const [words, setWords] = useState<string | null>(null)
  usePush(systemUtilization, ({ summary }) => {
    const clock = summary.components.find(({ name }) => name === CLOCK_COMPONENT)
    setWords(clock === undefined || clock.state === 'OK' ? null : clock.words)
  })
  return words
}
