export { CheckCertificate as default } from '../../features/certificates/check-certificate.tsx'
