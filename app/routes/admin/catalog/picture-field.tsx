import { type ChangeEvent, useState } from 'react'
import { ProductCover } from '#app/features/catalogue/pictures/product-cover.tsx'
import { LEAST_HEIGHT, LEAST_WIDTH, MAX_PHOTO_BYTES } from '#app/platform/pictures/photo-limits.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { FileField } from '#app/ui/file-field.tsx'

type PictureFieldProps = {
  imageUrl: string
  slug: string
  categorySlug: string
  error: string | undefined
}

/** A product's picture: keep it, replace it, or use the drawn cover. */
export function PictureField({ imageUrl, slug, categorySlug, error }: PictureFieldProps) {
  const [selected, setSelected] = useState<string>()
  const [tooLarge, setTooLarge] = useState(false)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    setTooLarge(false)
    setSelected(undefined)
    if (!file) return
    if (file.size > MAX_PHOTO_BYTES) {
      // The server would refuse the whole request.
      event.target.value = ''
      setTooLarge(true)
      return
    }
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && setSelected(reader.result))
    reader.readAsDataURL(file)
  }

  return (
    <div className="grid gap-4">
      {selected === undefined ? (
        <ProductCover
          slug={slug || 'nuevo'}
          categorySlug={categorySlug || 'nueva'}
          imageUrl={imageUrl || null}
          className="rounded-md border border-line"
        />
      ) : (
        <img src={selected} alt="" className="aspect-[2/1] w-full rounded-md border border-line object-cover" />
      )}
      <input type="hidden" name="image_url" value={imageUrl} />
      <FileField
        label={imageUrl === '' ? 'Subir una imagen' : 'Cambiar la imagen'}
        name="picture"
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
        error={tooLarge ? 'La imagen pesa más de 8 MB: elige una más liviana' : error}
        hint={`JPG, PNG o WebP, hasta 8 MB y desde ${LEAST_WIDTH} × ${LEAST_HEIGHT} píxeles. Se recorta a 2:1. Sin imagen, la portada se dibuja.`}
      />
      {imageUrl !== '' && <Checkbox label="Quitar la imagen" name="remove_picture" value="si" />}
    </div>
  )
}
