import { IconInfoCircle, IconTool } from '@tabler/icons-react'
import { useSession } from '../wire/session.ts'

/** What the administrators tell everybody, and that the system is being worked on. */
export function Banner() {
  const settings = useSession((state) => state.user?.adminSettings)
  const text = settings?.['system.banner']
  const isMaintained = settings?.['system.maintenance'] === true
  if (isSecureContext && !isMaintained && (typeof text !== 'string' || text === '')) return null
  return (
    <div className="banner" role="status">
      {isMaintained ? <IconTool size={15} aria-hidden /> : <IconInfoCircle size={15} aria-hidden />}
      {isMaintained && <strong>Maintenance: only administrators work now.</strong>}
      {!isSecureContext && (
        <strong>This connection is not protected: open the https address of this server.</strong>
      )}
      {typeof text === 'string' && <span>{text}</span>}
    </div>
  )
}
