import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { MAX_FILE_BYTES } from './invitation-list.ts'
import { UPLOAD_FAILURES } from './invitation-list-texts.ts'

type ListUploadProps = { people: string; placeholder: string; hint: string }

/** People to invite, pasted or as a file. Uploading sends no mail: the list is reviewed first. */
export function ListUpload({ people, placeholder, hint }: ListUploadProps) {
  const { state, formMethod } = useNavigation()
  const [tooLarge, setTooLarge] = useState(false)
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-6">
      <TextArea
        key={people}
        label="Pega la lista"
        name="people"
        rows={8}
        spellCheck={false}
        defaultValue={people}
        placeholder={placeholder}
        hint={hint}
      />
      <FileField
        label="O elige un archivo"
        name="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        hint="CSV o XLSX, hasta 1.000 personas y 2 MB."
        error={tooLarge ? UPLOAD_FAILURES.too_large : undefined}
        // A file that the shop would refuse is not uploaded.
        onChange={event => setTooLarge((event.target.files?.[0]?.size ?? 0) > MAX_FILE_BYTES)}
      />
      <div>
        <Button
          type="submit"
          disabled={tooLarge}
          pending={state !== 'idle' && formMethod === 'POST'}
          pendingLabel="Revisando…"
          className="max-sm:w-full"
        >
          Revisar lista
        </Button>
      </div>
    </Form>
  )
}

/** The list template with notes on its columns. */
export const ListTemplate = ({ text }: { text: string }) => (
  <Panel title="Plantilla">
    <p className="text-md text-muted">{text}</p>
    <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
      {(['xlsx', 'csv'] as const).map(format => (
        <li key={format}>
          <a
            href={`/account/invitation-template/${format}`}
            download
            className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
          >
            Descargar {format.toUpperCase()}
          </a>
        </li>
      ))}
    </ul>
  </Panel>
)
