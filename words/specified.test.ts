import { expect, it } from "vitest";
import * as wording from "#words/specified";
import { DEFAULT_SITE_NAME, DIALOG_WIDTH, PAID_ALERT_MS } from "../contract/site.ts";

// Copied from the specification by hand: if this fails, the wording is wrong, not the test.
it("is the specification's, to the letter", () => {
  expect(DEFAULT_SITE_NAME).toBe("Survey Website");
  expect({ ...wording }).toEqual({
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
    fields: { name: "Name", photoUrl: "Photo Url", email: "Email", password: "Password" },
    required: {
      email: "Email Field is required",
      password: "Password Field is required",
      displayName: "Display name Field is required",
      photoUrl: "Photo Url Field is required",
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
  });
  expect(DIALOG_WIDTH).toBe(478);
  expect(PAID_ALERT_MS).toBe(1500);
});
