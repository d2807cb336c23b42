import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // One bundle holds the HTTP app and the routes, so that a process has one copy of the database and session code.
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
  // UI libraries are bundled for the server: it starts in half the time and half the memory.
  ssr: { noExternal: ['@base-ui/react', 'lucide-react', 'sonner', 'react-router', '@react-router/node'] },
})
