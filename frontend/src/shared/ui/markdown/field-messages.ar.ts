import { IMAGE_MAX } from '@rehearse/contracts/content-limits'

export const markdownField = {
  format: (label: string) => `التنسيق: ${label}`,
  bold: 'عريض',
  code: 'شيفرة',
  block: 'كتلة شيفرة',
  link: 'رابط',
  image: 'صورة',
  addImage: 'إضافة صورة',
  chooseImage: 'اختر صورة',
  imageLimits: `PNG أو JPEG أو WebP أو AVIF أو SVG، بحجم ${IMAGE_MAX.bytes / 1024 ** 2} ميغابايت على الأكثر.`,
  alt: 'النص البديل',
  altHint: 'صِف الصورة لمن لا يستطيع رؤيتها.',
  altMissing: 'صِف الصورة.',
  fileMissing: 'اختر صورة.',
  upload: 'رفع وإدراج',
  uploading: 'جارٍ الرفع...',
  uploadFailed: 'تعذّر رفع الصورة',
  removed: (parts: string) => `أُزيل لجعل ملف SVG آمنًا: ${parts}. تحقّق من أن الصورة ما زالت تبدو صحيحة.`,
  insert: 'إدراج',
  preview: 'معاينة',
  previewOf: (label: string) => `معاينة: ${label}`,
}
