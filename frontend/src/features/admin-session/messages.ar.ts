import type { AdminSessionMessages } from './messages.en.ts'

export const adminSession: AdminSessionMessages = {
  area: 'الإدارة',
  loginTitle: 'تسجيل دخول المشرفين',
  loginLead: 'لمن يعتنون بالأسئلة.',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  login: 'تسجيل الدخول',
  loggingIn: 'جارٍ تسجيل الدخول...',
  loginFailed: 'فشل تسجيل الدخول',
  authenticationFailed: 'فشلت المصادقة',
  loginUnexpected: 'حدث خطأ غير متوقّع أثناء تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  checking: 'جارٍ التحقّق من جلستك...',
  checkFailed: 'تعذّر التحقّق من جلستك',
  needLogin: 'يُرجى تسجيل الدخول أولًا',
  needLoginText: 'هذه الصفحات للمشرفين.',
  toLogin: 'الانتقال إلى تسجيل دخول المشرفين',
  toHome: 'الانتقال إلى واجهة المتعلّم',
}
