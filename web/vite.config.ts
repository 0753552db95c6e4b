import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
// By path: the configuration is read before packages of this workspace can be.
import { MESSAGES } from '../contract/src/wire/messages.ts'
import { landingAsHtml } from './src/app/landing-texts.ts'

/** The landing page stays readable where scripts are off; its texts are written once, in landing-texts.ts. */
const withoutScripts: Plugin = {
  name: 'samudra-without-scripts',
  transformIndexHtml: (html) =>
    html.replace('<!-- without-scripts -->', `<noscript>${landingAsHtml(MESSAGES.motto)}</noscript>`),
}

const server = `http://127.0.0.1:${process.env.SAMUDRA_PORT ?? '8080'}`
const proxy = {
  '/api': server,
  '/env': server,
  '/tiles': server,
  '/socket.io': { target: server, ws: true },
}

export default defineConfig({
  plugins: [react(), withoutScripts],
  worker: { format: 'es' },
  // The engine starts its worker from a file beside it, which pre-bundling would move.
  optimizeDeps: { exclude: ['maplibre-gl'] },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The map engine is one library of this size; it loads only behind the login.
    chunkSizeWarningLimit: 1200,
    // Inline data addresses would need a looser content security policy.
    assetsInlineLimit: 0,
  },
})
