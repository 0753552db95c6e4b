import { Select, Switch } from '@mantine/core'
import { getTimezones, type UserSettings } from '@samudra/contract/identity'
import { usePalette, PALETTES } from '../../../../kit/theme/colour-palette.ts'
import { setTextSize, TEXT_SIZES, useTextSize } from '../../../../kit/theme/text-size.ts'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { wallNow } from '../../../../time/clock.ts'
import { useAction, useAnswer } from '../../../../wire/use-answer.ts'
import { saveDisplay } from './save-display.ts'

const COLOUR_CHOICES: { value: UserSettings['ship.colours']; label: string }[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'colour-blind', label: 'Colour-blind safe' },
]
const SIZE_CHOICES = TEXT_SIZES.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))
type Display = Pick<UserSettings, 'datetime.zone' | 'datetime.format' | 'distance.unit'>

/** Sets the user's formats of times and distances, and the look and sound of the screens. Choices are saved at once. */
export function DisplaySettings() {
  const choices = useAnswer(getTimezones, {}).data
  const settings = useSettings()
  const palette = usePalette((state) => state.palette)
  const choosePalette = usePalette((state) => state.choose)
  const size = useTextSize((state) => state.size)
  const { run, fault } = useAction(saveDisplay)
  return (
    <div className="account-grid">
      <Select
        label="Time zone"
        data={choices?.zones.map(({ id, name }) => ({ value: id, label: `${id} (${name})` })) ?? []}
        value={settings['datetime.zone']}
        allowDeselect={false}
        onChange={(zone) => zone !== null && void run({ 'datetime.zone': zone })}
      />
      <Select
        label="Date and time"
        data={choices?.formats ?? []}
        value={settings['datetime.format']}
        allowDeselect={false}
        onChange={(format) =>
          format !== null && void run({ 'datetime.format': format as Display['datetime.format'] })
        }
      />
      <Select
        label="Distances"
        data={choices?.units ?? []}
        value={settings['distance.unit']}
        allowDeselect={false}
        onChange={(unit) => unit !== null && void run({ 'distance.unit': unit as Display['distance.unit'] })}
      />
      <div>
        <span className="account-label">Palette</span>
        <Segments
          fullWidth
          label="Palette"
          data={PALETTES.map((one) => ({ value: one, label: one[0]!.toUpperCase() + one.slice(1) }))}
          value={palette}
          onChange={(chosen) => {
            const theme = PALETTES.find((one) => one === chosen)
            if (theme !== undefined) choosePalette(theme)
          }}
        />
      </div>
      <div>
        <span className="account-label">Text size</span>
        <Segments fullWidth label="Text size" data={SIZE_CHOICES} value={size} onChange={setTextSize} />
      </div>
      <div>
        <span className="account-label">Colours of ship types</span>
        <Segments
          fullWidth
          label="Colours of ship types"
          data={COLOUR_CHOICES}
          value={settings['ship.colours']}
          onChange={(colours) => void run({ 'ship.colours': colours })}
        />
      </div>
      <Switch
        label="Sound for alerts and messages"
        checked={settings.sound}
        onChange={(event) => void run({ sound: event.currentTarget.checked })}
      />
      <p className="account-sample">
        Current time: <When at={wallNow()} />; ten nautical miles read <Quantity distance={18_520} />.
      </p>
      {fault !== null && (
        <p className="account-note" role="alert">
          {fault.message}
        </p>
      )}
    </div>
  )
}
