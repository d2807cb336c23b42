import type { SaveStatus } from '#app/features/questionnaires/respond-texts.ts'
import { ACCESS_ENDED } from '#app/features/questionnaires/respond-texts.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'

type SavingTroubleProps = {
  status: SaveStatus
  /** Unsaved answers exist only in memory. */
  fragile: boolean
  /** Whether the person answers their own purchase, and can log in as well. */
  own: boolean
  onReenter: () => void
}

/** A problem with saving and what to do; nothing while a retry may still succeed. */
export function SavingTrouble({ status, fragile, own, onReenter }: SavingTroubleProps) {
  switch (status) {
    case 'denied':
      return <Denied fragile={fragile} own={own} onReenter={onReenter} />
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
          actions={
            <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
              Ver el cierre
            </Button>
          }
        >
          Se finalizó desde otro lugar, así que ya no se puede cambiar.
        </Alert>
      )
    case 'refused':
      return (
        <Alert className="mt-3" tone="error" title="Una respuesta no se pudo guardar">
          Vuelve a marcarla, acorta el texto o corrige el enlace. Las demás están guardadas.
        </Alert>
      )
    case 'offline':
      return fragile ? (
        <Alert className="mt-3" tone="warning" title="No cierres esta página">
          Tu navegador no guarda datos: lo que falta enviar está solo aquí hasta que vuelva la conexión.
        </Alert>
      ) : null
    default:
      return null
  }
}

type DeniedProps = Pick<SavingTroubleProps, 'fragile' | 'own' | 'onReenter'>

function Denied({ fragile, own, onReenter }: DeniedProps) {
  return (
    <Alert
      className="mt-3"
      tone="error"
      title="Este navegador ya no puede guardar"
      actions={
        <Button variant="secondary" size="sm" onClick={onReenter}>
          Volver a entrar
        </Button>
      }
    >
      <span>{`${
        fragile
          ? 'Tu sesión terminó o tu acceso cambió. No cierres esta página: lo que falta guardar está solo aquí.'
          : 'Tu sesión terminó o tu acceso cambió. Lo que falta guardar sigue en este navegador.'
      } Entra otra vez para enviarlo.`}</span>
      {own && (
        <>
          <span>También puedes</span>{' '}
          <a href="/auth" target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
            iniciar sesión en otra pestaña
          </a>{' '}
          <span>y volver a esta.</span>
        </>
      )}
    </Alert>
  )
}
