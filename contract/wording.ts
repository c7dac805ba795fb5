/**
 * User-visible wording that the specification quotes. It is verbatim, oddities included: a test
 * checks every line, and nobody 'fixes' it.
 */
export const wording = {
  siteTitle: "Survey Website",
  nav: {
    home: "Home",
    contact: "Contact",
    surveys: "Survey Page",
    dashboard: "DashBroad",
    becomePro: "Become pro user",
    login: "Login",
    loginOrRegister: "Login/Register",
    logout: "Logout",
    proBadge: "Pro",
  },
  fields: {
    name: "Name",
    photoUrl: "Photo Url",
    email: "Email",
    password: "Password",
  },
  required: {
    email: "Email Field is required",
    password: "Password Field is required",
    displayName: "Display name Field is required",
    photoUrl: "Photo Url Field is required",
    // The same for all four fields of a new survey.
    survey: "Must provide a title",
    message: "Message cannot be empty",
  },
  register: "Register",
  seeMore: "See more",
  alerts: {
    loggedIn: "login successfully",
    userCreated: "Create user successfully",
    loggedOut: "Logout successfully!",
    voted: "Successfully added",
    alreadyVoted: { title: "Already added item", text: "You already survey this item" },
    commented: "Comment added",
    surveyCreated: "Survey created",
    roleChanged: "CHANGED",
    userDeleted: "DELETED",
    published: "Published",
    becamePro: "now you are a pro user",
  },
  dashboard: {
    overview: "OverView",
    users: "Users",
    status: "Status",
    response: "Response",
    payment: "Payment",
    createSurvey: "Create survey",
    userFeedback: "User Feedback",
    adminFeedback: "Admin Feedback",
    publish: "Publish",
    unpublish: "UnPublish",
  },
  landing: {
    explore: "Explore Surveys",
    howItWorks: "How it work",
    faq: "Faq",
    faqSubheading: "Why you choose us?",
    questionsAsked: "questions asked.",
  },
  errorPage: "this is error page",
} as const;

/** Default width of a modal dialog, in CSS pixels. */
export const DIALOG_WIDTH = 478;

/** How long the alert after a payment stays, in milliseconds. */
export const PAID_ALERT_MS = 1500;
