import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import type { SaveStatus } from './autosave-queue.ts'
import { ACCESS_ENDED } from './respond-texts.ts'

/** What went wrong for good with saving, and what to do; nothing while another try may still succeed. */
export function SavingTrouble({ status }: { status: SaveStatus }) {
  switch (status) {
    case 'denied':
      return (
        <Alert
          className="mt-3"
          tone="error"
          title="Este navegador ya no puede guardar"
          actions={<Reload>Volver a entrar</Reload>}
        >
          Tu acceso se abrió en otro lugar, venció o fue cambiado. Lo que falta guardar sigue en este navegador: entra
          otra vez con tu correo y tu código para enviarlo.
        </Alert>
      )
    case 'expired':
      return (
        <Alert className="mt-3" tone="error" title={ACCESS_ENDED.title}>
          {ACCESS_ENDED.description}
        </Alert>
      )
    case 'closed':
      return (
        <Alert
          className="mt-3"
          tone="warning"
          title="Esta evaluación ya está completada"
          actions={<Reload>Ver el cierre</Reload>}
        >
          Se finalizó desde otro lugar, así que ya no se puede cambiar.
        </Alert>
      )
    case 'refused':
      return (
        <Alert className="mt-3" tone="error" title="Una respuesta no se pudo guardar">
          Vuelve a marcarla o escribe un texto más corto. Las demás están guardadas.
        </Alert>
      )
    default:
      return null
  }
}

const Reload = ({ children }: { children: string }) => (
  <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
    {children}
  </Button>
)
