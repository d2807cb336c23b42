import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import type { SaveStatus } from './use-draft-autosave.ts'

const WORDS: Record<SaveStatus, string> = {
  saved: 'Guardado',
  unsaved: 'Sin guardar',
  saving: 'Guardando…',
  conflict: 'No se guardó: hay cambios de otra persona',
  refused: 'No se guardó',
  unreached: 'Sin conexión: se guardará al volver',
  signed_out: 'Sin sesión: se guardará cuando entres de nuevo',
}

type DraftToolbarProps = { status: SaveStatus; onSave: () => void; actions: Blocks }

/** The state of saving, and the next steps; sticky. */
export function DraftToolbar({ status, onSave, actions }: DraftToolbarProps) {
  return (
    <div className="z-20 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line bg-paper py-2.5 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:top-16">
      <p role="status" className="mr-auto text-md font-medium text-muted">
        {WORDS[status]}
      </p>
      {status !== 'saved' && status !== 'saving' && status !== 'conflict' && (
        <Button variant="secondary" size="sm" onClick={onSave}>
          Guardar ahora
        </Button>
      )}
      {actions}
    </div>
  )
}
