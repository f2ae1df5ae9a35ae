//! The service `deskhand.v1.Windows`.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Session, WindowSelector};
use deskhand_model::{ErrorKind, Window};
use tonic::{Request, Response, Status};

use crate::filter::Filter;
use crate::list;
use crate::name::{Parent, WindowName};
use crate::order::Order;
use crate::page::{self, Tokens};
use crate::status::{no_window, status, status_of};
use crate::time::CallTime;
use crate::v1::windows_server::Windows;
use crate::{geometry, v1, wire};

/// The windows of one session.
pub(crate) struct WindowsService {
    session: Arc<dyn Session>,
    tokens: Tokens,
    /// Time for calls of clients that set none.
    within: Duration,
}

/// A window that a request names.
struct Named {
    /// As it is now.
    window: Window,
    /// The name that the request has for it.
    asked: WindowName,
}

impl WindowsService {
    pub(crate) fn new(session: Arc<dyn Session>, within: Duration) -> WindowsService {
        WindowsService { session, tokens: Tokens::default(), within }
    }

    fn time<T>(&self, request: &Request<T>) -> CallTime {
        CallTime::of(request.metadata(), self.within)
    }

    /// The window with this name.
    async fn named(&self, name: WindowName, time: CallTime) -> Result<Named, Status> {
        let windows = self.session.windows(time.left()).await.map_err(|error| status_of(&error, name))?;
        let window = match windows.iter().find(|window| window.id == name.id) {
            Some(window) => window.clone(),
            // The list may be behind, and the session may have seen this number change.
            None => {
                let view = self.session.window(&WindowSelector::Id(name.id), time.left()).await;
                let view = view.map_err(|error| match error.kind() {
                    ErrorKind::WindowNotFound => no_window(name, &windows, error.steps()),
                    _ => status_of(&error, name),
                });
                view?.window
            }
        };
        if !Parent::Process(name.pid).owns(&window) {
            return Err(no_window(name, &[window], &[]));
        }
        Ok(Named { window, asked: name })
    }

    /// The window with this name as both sides know it now.
    async fn look(&self, name: WindowName, time: CallTime) -> Result<Named, Status> {
        let Named { window, asked } = self.named(name, time).await?;
        let view = self.session.window(&WindowSelector::Id(window.id), time.left()).await;
        Ok(Named { window: view.map_err(|error| status_of(&error, asked))?.window, asked })
    }

    /// Changes the window that is named and answers with it as it is then.
    async fn change(
        &self,
        Named { window, asked }: Named,
        change: WindowChange,
        time: CallTime,
    ) -> Result<Response<v1::Window>, Status> {
        let selector = WindowSelector::Id(window.id);
        let changed = self.session.change_window(&selector, change, time.left()).await;
        let changed = changed.map_err(|error| status_of(&error, asked))?;
        Ok(Response::new(wire::window(&changed.view.window, Some(asked.id))))
    }

    /// The same, for a request that says no more than its window.
    async fn change_named(
        &self,
        name: &str,
        change: WindowChange,
        time: CallTime,
    ) -> Result<Response<v1::Window>, Status> {
        let named = self.named(WindowName::parse(name)?, time).await?;
        self.change(named, change, time).await
    }
}

#[tonic::async_trait]
impl Windows for WindowsService {
    async fn list_windows(
        &self,
        request: Request<v1::ListWindowsRequest>,
    ) -> Result<Response<v1::ListWindowsResponse>, Status> {
        let time = self.time(&request);
        let request = request.into_inner();
        let parent = Parent::parse(&request.parent)?;
        let size = page::size(request.page_size)?;
        let filter = Filter::parse(&request.filter)?;
        let order = Order::parse(&request.order_by)?;
        let bound: &[&str] = &["windows", &request.parent, &request.filter, &request.order_by];
        let after = self.tokens.open(bound, &request.page_token)?;
        let windows = self.session.windows(time.left()).await.map_err(|error| status(&error))?;
        let wanted = windows.iter().filter(|window| parent.owns(window) && filter.lets_through(window));
        let page = list::page(wanted, &order, after.map(Into::into).as_ref(), size);
        Ok(Response::new(v1::ListWindowsResponse {
            windows: page.windows.iter().map(|window| wire::window(window, None)).collect(),
            next_page_token: page.end.map(|end| self.tokens.seal(bound, &end)).unwrap_or_default(),
        }))
    }

    async fn get_window(
        &self,
        request: Request<v1::GetWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        let name = WindowName::parse(&request.get_ref().name)?;
        let Named { window, asked } = self.look(name, time).await?;
        Ok(Response::new(wire::window(&window, Some(asked.id))))
    }

    async fn get_window_state(
        &self,
        request: Request<v1::GetWindowStateRequest>,
    ) -> Result<Response<v1::WindowState>, Status> {
        let time = self.time(&request);
        let name = WindowName::parse_state(&request.get_ref().name)?;
        Ok(Response::new(wire::state(&self.look(name, time).await?.window)))
    }

    async fn focus_window(
        &self,
        request: Request<v1::FocusWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        self.change_named(&request.get_ref().name, WindowChange::Focus, time).await
    }

    async fn move_window(
        &self,
        request: Request<v1::MoveWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        let request = request.get_ref();
        let to = geometry::point(request.x, request.y)?;
        self.change_named(&request.name, WindowChange::Move(to), time).await
    }

    async fn resize_window(
        &self,
        request: Request<v1::ResizeWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        let request = request.get_ref();
        let name = WindowName::parse(&request.name)?;
        let frame = geometry::size(request.width, request.height)?;
        let named = self.named(name, time).await?;
        // Clients see the frame in `bounds` and mean it; the session changes what is within.
        let content = geometry::within_frame(frame, named.window.decoration)?;
        self.change(named, WindowChange::Resize(content), time).await
    }

    async fn minimize_window(
        &self,
        request: Request<v1::MinimizeWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        self.change_named(&request.get_ref().name, WindowChange::Minimize, time).await
    }

    async fn restore_window(
        &self,
        request: Request<v1::RestoreWindowRequest>,
    ) -> Result<Response<v1::Window>, Status> {
        let time = self.time(&request);
        self.change_named(&request.get_ref().name, WindowChange::Restore, time).await
    }

    async fn close_window(
        &self,
        request: Request<v1::CloseWindowRequest>,
    ) -> Result<Response<v1::CloseWindowResponse>, Status> {
        let time = self.time(&request);
        let request = request.get_ref();
        let change = if request.force { WindowChange::ForceClose } else { WindowChange::Close };
        self.change_named(&request.name, change, time).await?;
        Ok(Response::new(v1::CloseWindowResponse {}))
    }
}
