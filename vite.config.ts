import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { firstLoad } from './bundling/first-load.ts'
import { importedScripts } from './bundling/imported-scripts.ts'
import { noServerStyles } from './bundling/no-server-styles.ts'

const split = firstLoad(import.meta.dirname)

export default defineConfig({
  plugins: [noServerStyles(), tailwindcss(), reactRouter(), split, importedScripts(import.meta.dirname, split.isLater)],
  // Nobody reads the sizes: whoever starts the shop waits for its build.
  // The manifest says which script has which module, because names of scripts carry no words.
  build: { reportCompressedSize: false, manifest: true },
  environments: {
    client: {
      build: {
        modulePreload: { resolveDependencies: (_file, dependencies) => dependencies.filter(split.isLater) },
        rolldownOptions: {
          output: {
            entryFileNames: split.scriptName,
            chunkFileNames: split.scriptName,
            assetFileNames: 'assets/[hash][extname]',
            // Of all letters a hash could have words as well.
            hashCharacters: 'hex',
            codeSplitting: { groups: split.groups },
          },
        },
      },
    },
    // One bundle holds the HTTP app and the routes, so that a process has one copy of the database and session code.
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
  // Development: an icon that a page is the first to show would else be bundled then, and every open page loaded anew.
  optimizeDeps: { exclude: ['lucide-react'] },
  // UI libraries are bundled for the server: it starts in half the time and half the memory.
  ssr: { noExternal: ['lucide-react', 'react-router', '@react-router/node'] },
})
