// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreTransferable
@_exported import Foundation
import UIKit

// SwiftUI, iOS 16.0; Apple's pages. Only what is used here. Nothing is shown.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError("no view") } }

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { Either() }
    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { Either() }
}

/// Apple's is `_ConditionalContent`.
public struct Either<First: View, Second: View>: View { public var body: Never { fatalError("no view") } }

public struct Text: View {
    public init(_ text: String) {}
    public var body: Never { fatalError("no view") }
}

public struct SharePreview: Sendable {
    public init(_ title: String) {}
}

public struct ShareLink<Item: Transferable>: View {
    public init(item: Item, preview: SharePreview) {}
    public var body: Never { fatalError("no view") }
}

extension View {
    public func onOpenURL(perform: @escaping (URL) -> Void) -> some View { self }

    public func onContinueUserActivity(_ type: String, perform: @escaping (NSUserActivity) -> Void) -> some View {
        self
    }

    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
}

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) { value = wrappedValue }
    private let value: Value
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("no scene") }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App { public static func main() { _ = Self() } }

@MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> {
    public init(_ type: Delegate.Type) {}
    public var wrappedValue: Delegate { fatalError("no app") }
}
