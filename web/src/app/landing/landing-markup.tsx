import { renderToStaticMarkup } from 'react-dom/server'
import { Landing } from './Landing.tsx'

/** The landing page as plain markup: what a visitor sees before, and without, any script. */
export const landingMarkup = () => renderToStaticMarkup(<Landing />)
