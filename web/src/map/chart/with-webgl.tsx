import type { ReactNode } from 'react'
import { Nothing } from '../../kit/pages/States.tsx'

let isThere: boolean | undefined
/** Returns true where the browser draws charts: WebGL is neither switched off nor refused by the graphics driver. */
function hasWebGl(): boolean {
  isThere ??= ['webgl2', 'webgl'].some((kind) => {
    const context = document.createElement('canvas').getContext(kind) as WebGLRenderingContext | null
    // A browser holds few contexts at once, and this one draws nothing.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  })
  return isThere
}

/** Returns a chart that shows why it is missing in a browser without WebGL; the rest of its screen still works. */
export const withWebGl =
  <Props extends object>(Drawn: (props: Props) => ReactNode) =>
  (props: Props): ReactNode =>
    hasWebGl() ? (
      <Drawn {...props} />
    ) : (
      <Nothing
        title="The map needs WebGL"
        hint="Enable hardware acceleration in the browser settings, then reload the page."
      />
    )
