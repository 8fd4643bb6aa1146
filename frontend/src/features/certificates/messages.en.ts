import { featureMessages } from '../../shared/i18n/feature-messages.ts'

export const certificates = {
  title: 'Certificate',
  proves: 'This certifies that',
  unnamed: 'a learner who is not named',
  completed: 'completed the learning path',
  issued: (day: string) => `Issued on ${day}`,
  code: 'Code',
  genuine: 'This certificate is genuine: it was issued by Rehearse and holds today.',
  verifyAt: 'To be checked at',
  print: 'Print',
  loadFailed: 'The certificate could not be checked',
  missingTitle: 'There is no such certificate',
  missingText: 'No certificate has this code. It may be mistyped, or the account it belonged to was erased.',
  checkTitle: 'Check a certificate',
  checkLead: 'The code stands at the foot of each certificate.',
  checkCode: 'Code of the certificate',
  check: 'Check it',
  codeFault: 'A code has 26 letters and digits.',
  nameTitle: 'The name on it',
  nameLead: 'Whoever has the code sees it. Leave it empty, and no name stands there.',
  name: 'Name',
  save: 'Put it on the certificate',
  saving: 'Saving...',
  saved: 'Saved',
  saveFailed: 'The name could not be saved',
}

export type CertificateMessages = typeof certificates

export const useCertificateMessages = featureMessages<CertificateMessages>({
  en: () => certificates,
  ar: async () => (await import('./messages.ar.ts')).certificates,
})
