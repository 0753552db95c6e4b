import { Menu } from '@mantine/core'
import type { Analysis } from '@samudra/contract/analyses'
import { IconDownload } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { Chart } from '../../../kit/charts/Chart.tsx'
import type { ChartGround } from '../../../kit/charts/figure-colours.ts'
import { pngOf, svgOf, type ECharts } from '../../../kit/charts/echarts.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import type { Palette } from '../../../kit/theme/colour-palette.ts'
import { FlowMap } from './FlowMap.tsx'
import { flowCsv, flowMatrix, flowOption } from './flow-option.ts'

const LOOKS = [
  { value: 'CHART', label: 'Chart' },
  { value: 'MAP', label: 'Map' },
  { value: 'MATRIX', label: 'Matrix' },
] as const
type Props = { analysis: Analysis; name: string }

/** From where to where vessels went, as chart, map or matrix. */
export function Flows({ analysis, name }: Props) {
  const { valueOf, put } = useAddress()
  const look = LOOKS.find(({ value }) => value === valueOf('flows'))?.value ?? 'CHART'
  const [chart, setChart] = useState<ECharts | null>(null)
  const option = useCallback(
    (palette: Palette, ground: ChartGround) => flowOption(analysis, palette, ground),
    [analysis],
  )
  const isEmpty = analysis.flows.length === 0
  return (
    <section className="analysis-flows" aria-label="From where to where">
      <header>
        <h2>From where to where</h2>
        {!isEmpty && (
          <>
            <Segments label="Flows as" data={LOOKS} value={look} onChange={(next) => put('flows', next)} />
            <SaveMenu analysis={analysis} name={name} chart={chart} />
          </>
        )}
      </header>
      {isEmpty ? (
        <p className="analysis-none">
          {analysis.suppressed > 0
            ? 'No flow has three vessels or more.'
            : 'No voyage from or to another place is known in this period.'}
        </p>
      ) : look === 'CHART' ? (
        <div className="flow-chart">
          <Chart label={`Flows. ${analysis.query}`} option={option} onDrawn={setChart}>
            <Matrix analysis={analysis} />
          </Chart>
        </div>
      ) : look === 'MAP' ? (
        <FlowMap analysis={analysis} />
      ) : (
        <Matrix analysis={analysis} />
      )}
    </section>
  )
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

function SaveMenu({ analysis, name, chart }: Props & { chart: ECharts | null }) {
  const ground = () => getComputedStyle(document.body).getPropertyValue('--panel').trim()
  const savePng = async () => {
    if (chart !== null) saveFile(`${name}-flows.png`, 'image/png', await pngOf(chart, ground()))
  }
  const saveSvg = () => {
    if (chart !== null) saveFile(`${name}-flows.svg`, 'image/svg+xml', bytesOf(svgOf(chart)))
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label="Save the flows" title="Save the flows">
          <IconDownload size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {chart !== null && (
          <>
            <Menu.Item onClick={() => void savePng()}>Save as PNG</Menu.Item>
            <Menu.Item onClick={saveSvg}>Save as SVG</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => saveFile(`${name}-flows.csv`, 'text/csv', bytesOf(flowCsv(analysis)))}>
          Save as CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Matrix({ analysis }: { analysis: Analysis }) {
  const { from, to, cells, more } = flowMatrix(analysis)
  const most = Math.max(1, ...cells.flat())
  return (
    <div className="flow-matrix">
      <table>
        <caption>Vessels from the place of the row to the place of the column</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {to.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from.map(({ key, label }, row) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {to.map((column, i) => {
                const value = cells[row]![i]!
                return (
                  <td key={column.key} style={{ '--share': value / most } as React.CSSProperties}>
                    {value === 0 ? '' : countText(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="analysis-notes">{countWords(more, 'smaller place')} only in the file.</p>}
    </div>
  )
}
