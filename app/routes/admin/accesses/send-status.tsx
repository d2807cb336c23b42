import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'
import type { SendProgress } from '#app/features/accesses/staff/resend-many.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'

/** Milliseconds between two polls of an open send. */
const LOOK_EVERY = 3000

/** Progress of the administrator's own send; polls until the end. */
export function SendStatus({ send }: { send: SendProgress }) {
  const { revalidate } = useRevalidator()
  const running = send.ended_at === null
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [running, revalidate])
  const handled = send.sent + send.skipped
  const figures = `${formatInteger(handled)} de ${countOf(send.total, 'persona', 'personas')}`
  return (
    <section aria-label="Reenvío de invitaciones" className="mt-8 rounded-lg border border-line bg-surface p-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-md tabular-nums">
          <span className="font-medium">
            {running ? 'Reenviando' : send.stopped ? 'Reenvío detenido' : 'Reenvío listo'}
          </span>
          {`: ${figures}. ${countOf(send.sent, 'correo escrito', 'correos escritos')}`}
          {send.skipped > 0 && `; ${formatInteger(send.skipped)} sin enviar por límite o porque ya no correspondía`}.
        </p>
        {running && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="stop" variant="secondary" size="sm">
              Detener
            </Button>
          </Form>
        )}
      </div>
      {running && (
        <ProgressBar label="Avance del reenvío" value={handled} max={send.total} valueText={figures} className="mt-4" />
      )}
    </section>
  )
}
