import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstView } from './first-view.ts'
import { noJsonSchema } from './no-json-schema.ts'
import { pureContract } from './pure-contract.ts'

const { plugin, groupOf } = firstView(import.meta.dirname)
const server = `http://127.0.0.1:${process.env.SAMUDRA_PORT ?? '8080'}`
const proxy = {
  '/api': server,
  '/env': server,
  '/tiles': server,
  '/socket.io': { target: server, ws: true },
}

export default defineConfig({
  plugins: [react(), noJsonSchema(), pureContract(), plugin],
  worker: { format: 'es', plugins: () => [noJsonSchema(), pureContract()] },
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: groupOf, debugName: 'first view' }] } } },
  },
})
