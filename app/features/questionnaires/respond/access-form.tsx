import { type FormEvent, useEffect, useId } from 'react'
import { Form, Link, useFetcher, useNavigation } from 'react-router'
import { accessFields } from '#app/features/questionnaires/respondent.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { ACCESS_ENDED, type AccessAnswer, type RespondAnswer } from './respond-texts.ts'
import type { InvitedPerson, StageProduct } from './stage.ts'

/** Upper-cases the typed code without moving the caret. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

/** The `ref` of the form and its two fields, with the errors of the last attempt. */
function useAccessFields(answer: AccessAnswer | undefined, isInvited = false) {
  const { ref, field } = useForm(accessFields, answer)
  const controls = (
    <>
      {answer?.notice && (
        <Alert tone="warning" title={answer.notice.title}>
          {answer.notice.description}
        </Alert>
      )}
      {!isInvited && <TextField {...field('email')} />}
      <TextField {...field('access_code')} onInput={toUpperCase} />
    </>
  )
  return { ref, controls }
}

type AccessFormProps = {
  product: StageProduct
  /** A workshop is attended, not answered. */
  workshop?: boolean | undefined
  invited?: InvitedPerson | undefined
  /** When the access of this browser's session expired. */
  endedOn: string | undefined
  answer: AccessAnswer | undefined
}

/** Stage 1: e-mail and access code (specification 2, section 2). */
export function AccessForm({ product, workshop = false, invited, endedOn, answer }: AccessFormProps) {
  const { ref, controls } = useAccessFields(answer, Boolean(invited))
  const pending = useNavigation().formData?.get('intent') === 'access'
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-2xl sm:text-3xl">{product.name}</h1>
      <p className="mt-3 text-muted">
        {invited ? (
          <>
            Esta invitación es para <strong className="font-medium text-ink">{invited.email}</strong>. Escribe el código
            de acceso que trae.
          </>
        ) : (
          'Ingresa con el correo y el código de acceso de tu invitación.'
        )}{' '}
        {workshop ? 'No necesitas crear una cuenta.' : 'Si ya comenzaste, seguirás donde quedaste.'}
      </p>
      {endedOn !== undefined && (
        <Alert className="mt-6" tone="warning" title={workshop ? 'Tu acceso terminó' : ACCESS_ENDED.title}>
          Tu acceso venció el {endedOn}.{!workshop && ' Lo que guardaste antes se conserva.'}
        </Alert>
      )}
      <Form
        ref={ref}
        method="post"
        noValidate
        className="mt-8 grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-7"
      >
        <input type="hidden" name="intent" value="access" />
        {invited && <input type="hidden" name="access_id" value={invited.accessId} />}
        {controls}
        <Button type="submit" size="lg" pending={pending} pendingLabel="Verificando...">
          {workshop ? 'Acceder al taller' : 'Acceder al Assessment'}
        </Button>
      </Form>
      {invited && (
        <p className="mt-6 text-md text-muted">
          ¿No es tu correo?{' '}
          <Link to="?" className="font-medium text-copper underline underline-offset-4 hover:text-copper-strong">
            Entrar con otro
          </Link>
        </p>
      )}
      {product.onSale && (
        <p className="mt-6 text-md text-muted">
          ¿Todavía no tienes acceso?{' '}
          <Link
            to={`/assessment/${product.slug}`}
            className="font-medium text-copper underline underline-offset-4 hover:text-copper-strong"
          >
            Ver y comprar
          </Link>
        </p>
      )}
    </div>
  )
}

type ReentryDialogProps = { open: boolean; runId: string; onClose: () => void; onOpened: () => void }

/** Asks for e-mail and code in a dialog: the answers stay on the page, also where the browser has no storage. */
export function ReentryDialog({ open, runId, onClose, onOpened }: ReentryDialogProps) {
  const fetcher = useFetcher<RespondAnswer>()
  const answer = fetcher.data?.form === 'access' ? fetcher.data : undefined
  const { ref, controls } = useAccessFields(answer)
  const formId = useId()
  const pending = fetcher.state !== 'idle'

  useEffect(() => {
    if (answer?.opened) onOpened()
  }, [answer, onOpened])

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      size="sm"
      title="Vuelve a entrar"
      description="Con el correo y el código de tu invitación. Tus respuestas siguen en esta página."
      footer={
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={pending}>
            Ahora no
          </Button>
          <Button type="submit" form={formId} pending={pending} pendingLabel="Verificando...">
            Acceder al Assessment
          </Button>
        </DialogActions>
      }
    >
      <fetcher.Form id={formId} ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="access" />
        <input type="hidden" name="run_id" value={runId} />
        {controls}
      </fetcher.Form>
    </Dialog>
  )
}
