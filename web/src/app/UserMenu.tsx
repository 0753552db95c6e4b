import { Menu, SegmentedControl } from '@mantine/core'
import { isAdministrator, type UserSettings } from '@samudra/contract/identity'
import { IconDeviceTv, IconLogout } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { logOut } from '../rooms/centre/identity/login/log-out.ts'
import { saveDisplay } from '../rooms/centre/identity/account/save-display.ts'
import { useOpened } from '../kit/pages/on-press.tsx'
import { PALETTES, usePalette } from '../kit/theme/colour-palette.ts'
import { useSettings } from '../kit/settings.ts'
import { toast } from '../kit/toasts.ts'
import { hangUp } from '../kit/theme/wall.ts'
import { isDisplay } from '../wire/keep-alive.ts'
import { signedIn, useSession } from '../wire/session.ts'
import { PresenceChoice } from '../rooms/team/presence/PresenceChoice.tsx'
import { NOTES, screensFor } from './screens.ts'
import { whileLoading } from './ui.store.ts'
import { useTogether } from './windows/use-windows.ts'
import { UserButton, useUnread } from './UserButton.tsx'

const OWN = ['/home/account', NOTES, '/home/settings/help']
const ZONES: UserSettings['datetime.zone'][] = ['UTC', 'IST', 'PST']
const UNITS: { value: UserSettings['distance.unit']; label: string }[] = [
  { value: 'Nautical Miles', label: 'NM' },
  { value: 'Kilometers', label: 'km' },
  { value: 'Miles', label: 'mi' },
]

const PALETTE_CHOICES = PALETTES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

/** Together they show one clock, one ship and one palette. */
const WINDOWS = [
  { value: 'apart', label: 'Independent' },
  { value: 'together', label: 'Linked' },
]

/** Shows the signed-in user, the user's own pages and the logout. */
export function UserMenu() {
  const user = useSession((state) => state.user)
  const unread = useUnread()
  const { button, ...menu } = useOpened()
  if (user === null) return null
  const isAdmin = isAdministrator(user.role)
  return (
    <Menu {...menu} position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {isAdmin ? 'Administrator' : 'Operator'}
          {user.email !== '' && ` · ${user.email}`}
        </Menu.Label>
        {screensFor(isAdmin)
          .filter(({ path }) => OWN.includes(path))
          .map(({ path, label, Icon }) => (
            <Menu.Item
              key={path}
              component={Link}
              to={path}
              leftSection={<Icon size={14} aria-hidden />}
              rightSection={
                path === NOTES && unread > 0 ? <span className="bar-count">{unread} new</span> : null
              }
            >
              {label}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <PresenceChoice />
        <Menu.Divider />
        <QuickChoices />
        <Menu.Divider />
        <Menu.Item leftSection={<IconDeviceTv size={14} aria-hidden />} onClick={wall}>
          Wall display
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={14} aria-hidden />}
          onClick={() => void whileLoading(() => logOut())}
        >
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Full screen while the browser lets us, with nothing to press. */
function wall() {
  hangUp()
  if (document.fullscreenElement === null)
    void document.documentElement.requestFullscreen().catch(() => undefined)
  const user = signedIn()
  if (user !== null && !isDisplay(user))
    toast(
      'This session ends when it is idle. An administrator can exempt it under Administration, Wall displays.',
    )
}

/** Palette, zone and unit without leaving the screen; the rest is in the account. */
function QuickChoices() {
  const isTogether = useTogether((state) => state.isTogether)
  const zone = useSettings((settings) => settings['datetime.zone'])
  const unit = useSettings((settings) => settings['distance.unit'])
  const save = (change: Partial<UserSettings>) =>
    void saveDisplay(change).catch((error: Error) => toast(error.message, 'bad'))
  const palette = usePalette((state) => state.palette)
  const choosePalette = usePalette((state) => state.choose)
  return (
    <>
      <Choice label="Palette" data={PALETTE_CHOICES} value={palette} onChoose={choosePalette} />
      <Choice
        label="Windows"
        data={WINDOWS}
        value={isTogether ? 'together' : 'apart'}
        onChoose={(value) => useTogether.setState({ isTogether: value === 'together' })}
      />
      <Choice
        label="Time zone"
        data={ZONES.map((value) => ({ value, label: value }))}
        value={zone}
        onChoose={(value) => save({ 'datetime.zone': value })}
      />
      <Choice
        label="Distances"
        data={UNITS}
        value={unit}
        onChoose={(value) => save({ 'distance.unit': value })}
      />
    </>
  )
}

function Choice<Value extends string>(props: {
  label: string
  data: { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="menu-choice">
      <span id={id}>{props.label}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        data={props.data}
        value={props.value}
        // The keys are the choice's own while it has the focus, not the menu's.
        onKeyDown={(event) => event.key !== 'Escape' && event.key !== 'Tab' && event.stopPropagation()}
        onChange={(chosen) => {
          const one = props.data.find(({ value }) => value === chosen)
          if (one !== undefined) props.onChoose(one.value)
        }}
      />
    </div>
  )
}
