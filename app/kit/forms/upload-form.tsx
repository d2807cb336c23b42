import { type ReactElement, type Ref, useState } from 'react'
import { useNavigation } from 'react-router'
import { Button, type ButtonProps } from '#app/kit/ui/button.tsx'
import { FileField } from '#app/kit/ui/file-field.tsx'
import { Form } from './own-form.tsx'

/** Tables of text and workbooks. */
const SHEETS = '.csv,.txt,.tsv,.xlsx,text/csv,text/plain'

type UploadFormProps = {
  file: {
    label: string
    hint: string
    accept?: string
    /** The shop reads no larger one. */
    maxBytes: number
    /** What is read where the file has more. */
    tooLarge: string
    error?: string | undefined
    required?: boolean
  }
  submit: string
  pendingLabel: string
  variant?: ButtonProps['variant']
  /** Of a page with other forms. */
  intent?: string
  /** Of a form whose messages are the server's. */
  formRef?: Ref<HTMLFormElement>
  /** Fields before and after that of the file. */
  before?: ReactElement
  after?: ReactElement
}

/** A form with a file that is read and reviewed before anything is stored. What the shop would refuse for its size is not uploaded. */
export function UploadForm(props: UploadFormProps) {
  const { file, submit, pendingLabel, variant = 'primary', intent, formRef, before, after } = props
  const { maxBytes, tooLarge, error, accept = SHEETS, ...field } = file
  const { state, formMethod, formData } = useNavigation()
  const isSent = intent === undefined ? formMethod === 'POST' : formData?.get('intent') === intent
  const [isTooLarge, setTooLarge] = useState(false)
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="grid gap-6"
      {...(formRef && { ref: formRef, noValidate: true })}
    >
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      {before}
      <FileField
        name="file"
        accept={accept}
        error={isTooLarge ? tooLarge : error}
        onChange={event => setTooLarge((event.target.files?.[0]?.size ?? 0) > maxBytes)}
        {...field}
      />
      {after}
      <div>
        <Button
          type="submit"
          disabled={isTooLarge}
          pending={state !== 'idle' && isSent}
          variant={variant}
          pendingLabel={pendingLabel}
          className="max-sm:w-full"
        >
          {submit}
        </Button>
      </div>
    </Form>
  )
}
