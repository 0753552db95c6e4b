import { Slider, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { inOrder, shownAs } from '../chart/layer-host.ts'
import { LAYER_GROUPS, type MapLayer } from './part.ts'
import { chooseLayer, useWorkbench } from './workbench.store.ts'

/** Every layer there is, or those of one group: shown or not, how strongly, and what lies over what. */
export function LayersPanel({ layers, only }: { layers: readonly MapLayer[]; only?: MapLayer['group'] }) {
  const chosen = useWorkbench((state) => state.layers)
  const order = useWorkbench((state) => state.order)
  // What is drawn on top stands on top.
  const sorted = inOrder(layers, order).toReversed()
  const change = useWorkbench.setState
  return (
    <>
      {(only === undefined ? LAYER_GROUPS : [only]).map((group) => {
        const own = sorted.filter((layer) => layer.group === group)
        return (
          own.length > 0 && (
            <fieldset key={group} className="layer-group">
              <legend>{group}</legend>
              {own.map((layer, i) => (
                <LayerRow
                  key={layer.id}
                  layer={layer}
                  chosen={shownAs(layer, chosen[layer.id])}
                  above={own[i - 1]}
                  below={own[i + 1]}
                  onSwap={(other) => change({ order: swapped(inOrder(layers, order), layer.id, other) })}
                />
              ))}
            </fieldset>
          )
        )
      })}
      {only === undefined && (
        <button
          type="button"
          className="link-button"
          onClick={() => useWorkbench.setState({ layers: {}, order: [] })}
        >
          Reset layers
        </button>
      )}
    </>
  )
}

function LayerRow(props: {
  layer: MapLayer
  chosen: { visible: boolean; opacity: number }
  above: MapLayer | undefined
  below: MapLayer | undefined
  onSwap: (other: string) => void
}) {
  const { layer, chosen, above, below } = props
  const Legend = layer.Legend
  return (
    <div className="layer-row">
      <div className="layer-line">
        <Switch
          size="xs"
          label={layer.label}
          checked={chosen.visible}
          onChange={(event) => chooseLayer(layer.id, { ...chosen, visible: event.currentTarget.checked })}
        />
        <span className="layer-moves">
          <button
            type="button"
            aria-label={`Move ${layer.label} up`}
            title="Move up"
            disabled={above === undefined || above.isAbove !== layer.isAbove}
            onClick={() => above !== undefined && props.onSwap(above.id)}
          >
            <IconArrowUp size={13} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={`Move ${layer.label} down`}
            title="Move down"
            disabled={below === undefined || below.isAbove !== layer.isAbove}
            onClick={() => below !== undefined && props.onSwap(below.id)}
          >
            <IconArrowDown size={13} aria-hidden />
          </button>
        </span>
      </div>
      {layer.note !== undefined && <p className="layer-note">{layer.note}</p>}
      {chosen.visible && layer.opacity !== undefined && (
        <Slider
          size="xs"
          min={0.1}
          max={1}
          step={0.05}
          label={(value) => `${Math.round(value * 100)} %`}
          thumbLabel={`Opacity of ${layer.label}`}
          value={chosen.opacity}
          onChange={(opacity) => chooseLayer(layer.id, { ...chosen, opacity })}
        />
      )}
      {chosen.visible && Legend !== undefined && <Legend />}
    </div>
  )
}

/** The ids of all layers, lowest first, with two of them in each other's place. */
function swapped(layers: readonly MapLayer[], one: string, other: string): string[] {
  return layers.map(({ id }) => (id === one ? other : id === other ? one : id))
}
