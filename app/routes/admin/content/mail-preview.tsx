import { useState } from 'react'
import type { MailMessage, Piece } from '#app/platform/mail/message.ts'
import { SelectField } from '#app/ui/select.tsx'

type MailPreviewProps = { previews: readonly { name: string; message: MailMessage }[] }

const textOf = (pieces: readonly Piece[]): string => pieces.map(piece => piece.text).join('')

/** A rendered mail, for each kind of reader. */
export function MailPreview({ previews }: MailPreviewProps) {
  const [selected, setSelected] = useState('0')
  const message = (previews[Number(selected)] ?? previews[0])?.message
  if (!message) return null
  return (
    <div className="grid gap-4">
      <SelectField
        label="Ejemplo"
        value={selected}
        onChange={event => setSelected(event.currentTarget.value)}
        options={previews.map(({ name }, index) => ({ value: String(index), label: name }))}
      />
      <article aria-label="Correo de ejemplo" className="rounded-md border border-line bg-paper p-4 text-md">
        <h3 className="text-base wrap-anywhere">{message.subject}</h3>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{message.preheader}</p>
        <div className="mt-4 grid gap-3 wrap-anywhere">
          <p>{textOf(message.greeting)}</p>
          {message.blocks.map((block, index) =>
            block.kind === 'paragraph' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name.
              <p key={index}>{textOf(block.text)}</p>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <dl key={index} className="border-b border-line">
                {block.rows.map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <div key={at} className="border-t border-line py-1.5">
                    <dt className="text-sm text-muted">{row.label}</dt>
                    <dd className="tabular-nums">{textOf(row.value)}</dd>
                  </div>
                ))}
              </dl>
            ),
          )}
          <p>
            <span className="inline-block rounded-md bg-ink px-4 py-2.5 font-medium text-paper">
              {message.button.label}
            </span>
          </p>
          <p className="text-sm text-muted">
            {message.linkHint} {message.button.url}
          </p>
          <p>{textOf(message.signature)}</p>
          <p className="text-sm text-muted">{textOf(message.supportLine)}</p>
          <p className="border-t border-line pt-3 text-sm text-muted">{textOf(message.footer)}</p>
        </div>
      </article>
    </div>
  )
}
