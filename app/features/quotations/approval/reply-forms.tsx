import { useNavigation } from 'react-router'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'
import { approvalFields, commentFields, type REPLY_FIELDS } from './approval.ts'

type ReplyAnswer = Pick<
  FormAnswer<'approve' | 'decline' | 'comment', (typeof REPLY_FIELDS)[number]>,
  'intent' | 'errors' | 'values'
>

type ReplyPanelProps = {
  /** Generated with the form, so that a second click is no second reply. */
  replyKey: string
  answer: ReplyAnswer | undefined
}

type ApprovalPanelProps = ReplyPanelProps & {
  /** What is approved, above the form. */
  children: Blocks
}

/** Approves a quotation. */
export function ApprovalPanel({ replyKey, answer, children }: ApprovalPanelProps) {
  const pending = useNavigation().formData?.get('intent') === 'approve'
  const { ref, field } = useForm(approvalFields, answer?.intent === 'approve' ? answer : undefined)
  return (
    <Panel title="Aprobar">
      {children}
      <Form ref={ref} method="post" noValidate preventScrollReset className="mt-5 grid gap-4">
        <input type="hidden" name="key" value={replyKey} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('name')} />
          <TextField {...field('job_role')} />
        </div>
        <TextField {...field('purchase_order')} />
        <TextArea {...field('comment')} rows={2} />
        <Button type="submit" name="intent" value="approve" size="lg" pending={pending} pendingLabel="Aprobando…">
          Aprobar la cotización
        </Button>
        <p className="text-sm text-pretty text-muted">
          Después se puede pagar con este mismo enlace, con tarjeta o por transferencia.
        </p>
      </Form>
    </Panel>
  )
}

/** Comments or refuses a quotation. */
export function CommentPanel({ replyKey, answer }: ReplyPanelProps) {
  const intent = useNavigation().formData?.get('intent')
  const { ref, field } = useForm(commentFields, answer && answer.intent !== 'approve' ? answer : undefined)
  return (
    <Panel title="Comentar o rechazar" description="Lo lee quien pidió la cotización.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={replyKey} />
        <TextField {...field('name')} />
        <TextArea {...field('comment')} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value="comment"
            variant="secondary"
            pending={intent === 'comment'}
            pendingLabel="Enviando…"
          >
            Enviar comentario
          </Button>
          <Button
            type="submit"
            name="intent"
            value="decline"
            variant="ghost"
            pending={intent === 'decline'}
            pendingLabel="Rechazando…"
          >
            Rechazar
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
