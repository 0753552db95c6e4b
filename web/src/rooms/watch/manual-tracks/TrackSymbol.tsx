import { useEffect, useState } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { symbolLabel } from './symbol-choice.ts'
import { symbolAddress } from './track-symbols.ts'

/** The symbol of a track beside its words. */
export function TrackSymbol({ sidc }: { sidc: string }) {
  const palette = usePalette((state) => state.palette)
  const [shown, setShown] = useState<{ of: string; address: string } | null>(null)
  useEffect(() => {
    let isOver = false
    void symbolAddress(sidc, palette).then((address) => {
      if (!isOver) setShown({ of: sidc, address })
    })
    return () => {
      isOver = true
    }
  }, [sidc, palette])
  return (
    <span className="track-symbol">
      {shown !== null && <img src={shown.address} alt={symbolLabel(shown.of)} />}
    </span>
  )
}
