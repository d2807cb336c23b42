import { useNavigation } from 'react-router'
import {
  attachFields,
  cancelFields,
  companyReceiverFields,
  personReceiverFields,
} from '#app/features/tax-documents/document-fields.ts'
import type { StaffDocument } from '#app/features/tax-documents/staff-documents.server.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { DocumentAnswer } from './tax-document-action.server.ts'

type FormProps = { document: StaffDocument; answer: DocumentAnswer | undefined }

const useSending = (intent: string): boolean => useNavigation().formData?.get('intent') === intent

/** Corrects whom a rejected document is for, and asks for it again. */
export function AskAgain({ document, isCompany, answer }: FormProps & { isCompany: boolean }) {
  const intent = isCompany ? 'ask-company' : 'ask-person'
  const sending = useSending(intent)
  const { ref, field } = useForm(isCompany ? companyReceiverFields : personReceiverFields, answer)
  return (
    <Panel
      title="Corregir y pedir de nuevo"
      description="Los datos valen para este documento y para las notas de crédito que lo esperan. La orden conserva los suyos."
    >
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value={intent} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('rut', formatRut(document.receiver_rut))} />
          <TextField {...field('name', document.receiver_name)} />
          {(isCompany || document.kind === 61) && (
            <>
              <TextField {...field('activity', document.receiver_activity)} />
              <TextField {...field('address', document.receiver_address)} />
              <TextField {...field('commune', document.receiver_commune)} />
            </>
          )}
        </div>
        <Button type="submit" pending={sending} pendingLabel="Pidiendo…" className="justify-self-start">
          Pedir de nuevo
        </Button>
      </Form>
    </Panel>
  )
}

/** Says that a document will not be issued, and why. */
export function CancelDocument({ answer }: Pick<FormProps, 'answer'>) {
  const sending = useSending('cancel')
  const { ref, field } = useForm(cancelFields, answer)
  return (
    <Panel
      title="Anular"
      description="No se emite por aquí. Se puede adjuntar después, si la tienda lo emite por su cuenta."
    >
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="cancel" />
        <TextField {...field('reason')} />
        <Button
          type="submit"
          variant="danger"
          pending={sending}
          pendingLabel="Anulando…"
          className="justify-self-start"
        >
          Anular el documento
        </Button>
      </Form>
    </Panel>
  )
}

/** Attaches a document that the shop issued by its own means. */
export function AttachDocument({ document, today, answer }: FormProps & { today: string }) {
  const sending = useSending('attach')
  const { ref, errors, field } = useForm(attachFields, answer)
  return (
    <Panel
      title={document.status === 'issued' ? 'Corregir lo adjuntado' : 'Adjuntar el documento'}
      description="Si la tienda lo emitió por su cuenta. Quien compró lo encuentra en su compra y recibe un correo."
    >
      <Form ref={ref} method="post" encType="multipart/form-data" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="attach" />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('folio', document.folio)} />
          <TextField {...field('issued_on', document.issued_on ?? today)} max={today} />
        </div>
        <FileField
          name="pdf"
          label="PDF"
          optional
          accept="application/pdf,.pdf"
          error={errors.pdf}
          hint={document.has_pdf ? 'Hasta 2 MB. Sin archivo queda el que ya está.' : 'Hasta 2 MB.'}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={sending}
          pendingLabel="Guardando…"
          className="justify-self-start"
        >
          Adjuntar
        </Button>
      </Form>
    </Panel>
  )
}
